/** A number with its noun, such as "1 change" and "1,234 changes". */
export function pluralise(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString("en")} ${number === 1 ? singular : plural}`;
}

/** A size in bytes, such as "61.4 kB" and "1.2 GB". */
export function formatBytes(bytes: number): string {
  const steps = ["B", "kB", "MB", "GB", "TB"];
  const step = Math.min(steps.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return `${(bytes / 1_000 ** step).toFixed(step === 0 ? 0 : 1)} ${steps[step]}`;
}
