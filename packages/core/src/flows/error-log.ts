import type { AuthError, AuthErrorCode } from '../model/errors.ts'

/** Lines of a code within `period` seconds. Anyone can cause some errors without end, such as a form of another site. */
const lineLimit = 10
const period = 60

/** Caused by people or by unrelated requests. Everything else is for the developer to fix. */
const ordinary: readonly AuthErrorCode[] = [
  'refresh_rejected',
  'access_denied',
  'not_a_member',
  'state_mismatch',
  'forbidden',
]

/** The default of `on.error`. It returns whether the line of this error was written. */
export function errorLog(seconds: () => number): (error: AuthError) => boolean {
  const periods = new Map<AuthErrorCode, { until: number; count: number }>()
  return (error) => {
    const { code } = error
    const before = periods.get(code)
    const current = before && before.until > seconds() ? before : { until: seconds() + period, count: 0 }
    periods.set(code, current)
    current.count += 1
    if (before && before !== current && before.count > lineLimit) write(code, `${before.count - lineLimit} more.`)
    const isWritten = current.count <= lineLimit
    if (isWritten) writeError(error)
    if (current.count === lineLimit) write(code, `Others are only counted for ${period} seconds.`)
    return isWritten
  }
}

export const writeError = ({ code, message, reference }: AuthError): void =>
  write(code, `(reference ${reference}) ${message}`)

function write(code: AuthErrorCode, message: string): void {
  const line = `[vestibule] ${code}: ${message}`
  if (ordinary.includes(code)) console.info(line)
  else console.error(line)
}
