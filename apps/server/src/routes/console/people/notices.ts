import type { ConsoleFrame } from '../../../pages/console/layout.tsx'

/** The sentence that says what an act did, or an empty text. Only acts of a person's page have one. */
export function personNotice(
  { words }: ConsoleFrame,
  { done, count }: { done: string; count: number },
  name: string,
  address: string,
): string {
  const people = words.console.people
  const sentences = new Map<string, () => string>([
    ['disabled', () => people.disabled({ person: name, count })],
    ['enabled', () => people.enabled({ person: name })],
    ['signed-out', () => people.signedOut({ person: name, count })],
    ['session-ended', () => people.sessionEnded({ person: name })],
    ['application-ended', () => people.applicationEnded({ person: name })],
    ['mail-sent', () => people.mailSent({ address })],
    ['reset', () => people.reset({ person: name, address })],
    ['recovery-shortened', () => people.recoveryShortened({ person: name })],
    ['merged', () => people.merged({ person: name })],
  ])
  return sentences.get(done)?.() ?? ''
}
