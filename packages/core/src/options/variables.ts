/** What each variable is, with an example. */
const meanings = {
  VESTIBULE_ISSUER: 'the address of your Vestibule server, for example http://localhost:4000',
  VESTIBULE_CLIENT_ID: 'the OIDC_CLIENT_ID_<n> of this application on the server',
  VESTIBULE_SECRET:
    'at least 32 random characters, or several such secrets separated by commas; generate one with: openssl rand -base64 48',
  VESTIBULE_URL: 'the address of this application, for example https://app.example.com',
}

export type Variable = keyof typeof meanings

export const meaningOf = (name: Variable): string => `${name} is ${meanings[name]}.`
