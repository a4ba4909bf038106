/** Whether a text names a time zone of the IANA database, under its current name or an older one. */
export function isTimeZone(text: string): boolean {
  // An offset such as +01:00 is not a time zone: it does not know about summer time.
  if (!/^[A-Za-z]/.test(text)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== ''
  } catch {
    return false
  }
}
