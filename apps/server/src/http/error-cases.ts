/** The answer to one kind of error, or null for any other. */
type ErrorCase<Answer> = (error: unknown) => Answer | null

type ErrorClass<E> = abstract new (...args: never[]) => E

export const errorCase =
  <E extends Error, Answer>(type: ErrorClass<E>, answer: (error: E) => Answer): ErrorCase<Answer> =>
  (error) =>
    error instanceof type ? answer(error) : null

/** The answer of the first case that matches, or null for an unexpected error. */
export function matchError<Answer>(cases: readonly ErrorCase<Answer>[], error: unknown): Answer | null {
  for (const answer of cases) {
    const found = answer(error)
    if (found !== null) return found
  }
  return null
}
