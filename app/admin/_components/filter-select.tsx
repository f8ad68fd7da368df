'use client';

import { useRouter } from 'next/navigation';
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from '../../_components/ui/select';

interface FilterSelectProps {
  label: string;
  value: string;
  /** `''` stands for all of them. Each leads to the address of its part of the list. */
  options: { value: string; label: string; href: string }[];
}

const all = 'all';

/** One filter of a list. What is chosen is in the address, so that a part of a list can be sent to somebody. */
export function FilterSelect({ label, value, options }: FilterSelectProps) {
  const router = useRouter();
  const choose = (chosen: string) => {
    const option = options.find((candidate) => (candidate.value || all) === chosen);
    if (option) router.push(option.href, { scroll: false });
  };
  return (
    <Select value={value || all} onValueChange={choose}>
      <SelectTrigger aria-label={label} className="h-8 w-auto max-w-64 min-w-36 text-[0.8125rem]">
        {/* Told at once: the server knows it, and nothing jumps when the list is there. */}
        <SelectValue>{options.find((option) => option.value === value)?.label}</SelectValue>
      </SelectTrigger>
      <SelectContent>
        {options.map((option) => (
          <SelectItem key={option.value} value={option.value || all}>
            {option.label}
          </SelectItem>
        ))}
      </SelectContent>
    </Select>
  );
}
