/** `40 ms`, `0.4 s`, `12 s`, `3 min`, `2 h`, `4 d` */
export function secondsWord(seconds: number): string {
  if (seconds < 0.1) return `${Math.round(seconds * 1000)} ms`;
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** `14:00` */
export function hourWord(hour: string): string {
  return hour.slice(11, 16);
}
