/** A request that is refused by HTTP alone, such as 413 or 415. */
export class HttpError extends Error {
  override readonly name = 'HttpError'
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 405 | 413 | 414 | 415,
    readonly description: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(description)
  }
}
