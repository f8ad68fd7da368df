import type { Role } from '@/lib/auth';
import { roles, roleWords } from './role-words';

/** Chooses one of the roles, each with what it may do. */
export function RoleFields({ chosen }: { chosen: string }) {
  return (
    <fieldset className="grid gap-2.5" key={chosen}>
      <legend className="mb-2 text-sm font-medium">Role</legend>
      {roles.map((role: Role) => (
        <label key={role} className="flex items-start gap-2.5 text-sm">
          <input
            type="radio"
            name="role"
            value={role}
            defaultChecked={role === chosen}
            required
            className="mt-0.5 size-4 shrink-0 accent-primary"
          />
          <span>
            {roleWords[role].label}
            <span className="block text-muted-foreground">{roleWords[role].description}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
