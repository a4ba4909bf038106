/**
 * What a client may exchange tokens of people for (RFC 8693): the client is the API `from`, which calls the API `to` for the
 * person. Nothing is exchanged without a rule.
 */
export interface ExchangeRule {
  from: string
  to: string
  /** What a token for `to` may have. */
  scopes: readonly string[]
  /** What the token for `from` must have, all of it. They are scopes of another API, so the names need not be the same. */
  needs: readonly string[]
  /** The clients that may act. Empty: the client that exchanges, and nobody else. */
  actors: readonly string[]
}

/**
 * Who acts for the person of a token (RFC 8693 section 4.1): a client of `iss`, the client that exchanged the token for it, which
 * is another one if an actor_token was shown, and before them whoever called them.
 */
export interface Actor {
  sub: string
  iss: string
  client_id: string
  act?: Actor
}

/** How many clients may have acted before a token is exchanged once more: fewer than this. */
export const maxActors = 3

/** Whether an `act` claim names a client that acts for the person. An operator who acts as the person has no issuer there. */
export const isDelegated = (act: unknown): act is Actor =>
  typeof act === 'object' && act !== null && 'iss' in act && typeof act.iss === 'string'

/** Who acted by an `act` claim, the last one first. */
export function actorsOf(act: unknown): Actor[] {
  const actors: Actor[] = []
  for (let actor = act; isDelegated(actor); actor = actor.act) actors.push(actor)
  return actors
}

/** Every client that an `act` claim names, whether it acted or exchanged. */
export const clientsOfActors = (act: unknown): Set<string> =>
  // Tokens of five minutes from before exchangers were named have none.
  new Set(
    actorsOf(act).flatMap(({ sub, client_id: exchanger }) => (exchanger === undefined ? [sub] : [sub, exchanger])),
  )
