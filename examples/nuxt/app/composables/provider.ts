/** The address of the provider, which the server knows and passes on with the page. */
export const useProvider = () =>
  useState('provider', () => (import.meta.server ? (process.env.VESTIBULE_ISSUER ?? '') : ''))
