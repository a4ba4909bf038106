/** The browser that sent a request, as far as the request reveals it. */
export interface Visitor {
  sessionCookie: string | undefined
  /** Proves that the browser of a bound session has its key (flows/identity/bound-cookies.ts). */
  boundCookie?: string | undefined
  flowCookie: string | undefined
  deviceCookie: string | undefined
  /** An operator acts as somebody else at one application (flows/identity/impersonations.ts). */
  impersonationCookie: string | undefined
  userAgent: string
  /** The language that was chosen on a page, in this browser (BCP 47). */
  chosenLanguage?: string | undefined
  /** The same, and then the languages of the browser, best first (BCP 47). */
  languages: readonly string[]
  /** The whole address, for the networks that an organization allows. */
  address?: string | undefined
  /** The network prefix that limits are counted by. */
  network: string
}
