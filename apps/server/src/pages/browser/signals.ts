// The Signal API (Web Authentication Level 3, section 5.1.10): tells the person's password manager what changed here. The
// library's `sendSignal` would only rename the members and weigh 2 KB. A browser without the API, or one that refuses, has
// nothing to do.
type Signal = 'signalUnknownCredential' | 'signalAllAcceptedCredentials' | 'signalCurrentUserDetails'

export const signal = (name: Signal, options: object): void =>
  void (window.PublicKeyCredential as { [name in Signal]?: (options: object) => Promise<void> } | undefined)
    ?.[name]?.(options)
    .catch(() => {})
