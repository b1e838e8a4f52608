/** `2026-02-03 04:05` in the time zone of the reader; text that is no time stays unchanged. */
export function localTime(time: string | Date): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) {
    return String(time);
  }
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return `${day} ${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Adds seconds and the UTC offset, for tooltips: `2026-02-03 04:05:06 UTC+01:00`. */
export function localTimeWithZone(time: string | Date): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) {
    return String(time);
  }
  const offset = -date.getTimezoneOffset();
  const two = (part: number): string => String(part).padStart(2, '0');
  const minutes = Math.abs(offset);
  const zone = `UTC${offset < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${localTime(date)}:${two(date.getSeconds())} ${zone}`;
}
