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
    ['disabled', () => people.disabled(name, count)],
    ['enabled', () => people.enabled(name)],
    ['signed-out', () => people.signedOut(name, count)],
    ['session-ended', () => people.sessionEnded(name)],
    ['application-ended', () => people.applicationEnded(name)],
    ['mail-sent', () => people.mailSent(address)],
    ['reset', () => people.reset(name, address)],
    ['recovery-shortened', () => people.recoveryShortened(name)],
    ['merged', () => people.merged(name)],
  ])
  return sentences.get(done)?.() ?? ''
}
