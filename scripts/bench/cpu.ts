import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const tickMs = 10;

/** CPU time that a process and its children have used so far, in milliseconds; null where the system does not tell. */
export function cpuMs(pid: number): number | null {
  const own = statOf(pid);
  if (!own) return null;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => statOf(Number(name)))
    .filter((stat) => stat?.parentPid === pid);
  return children.reduce((total, child) => total + (child?.ticks ?? 0), own.ticks + own.endedChildrenTicks) * tickMs;
}

/** The fields after the command's name, which may itself hold spaces and brackets. */
function statOf(pid: number): { parentPid: number; ticks: number; endedChildrenTicks: number } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [parentPid = 0, user = 0, system = 0, childUser = 0, childSystem = 0] = [1, 11, 12, 13, 14].map(
      (index) => fields[index],
    );
    return { parentPid, ticks: user + system, endedChildrenTicks: childUser + childSystem };
  } catch {
    return null;
  }
}
