import type { Environment } from './environment.ts'

/** The secret of an example client. It is in the documentation, and good for loopback only. */
export const exampleSecret = (clientId: string): string => `${clientId}-secret-for-loopback-only`

/** The clients of the three example apps. They exist only on loopback, when nothing else is registered. */
export const exampleEnvironment: Environment = Object.fromEntries(
  (
    [
      ['nextjs', 3001],
      ['nuxt', 3002],
      ['remix', 3003],
    ] as const
  ).flatMap(([framework, port], index) =>
    Object.entries({
      [`OIDC_CLIENT_ID_${index}`]: `example-${framework}`,
      [`OIDC_CLIENT_${index}_SECRET`]: exampleSecret(`example-${framework}`),
      [`OIDC_CLIENT_${index}_NAME`]: `${{ nextjs: 'Next.js', nuxt: 'Nuxt', remix: 'Remix' }[framework]} example`,
      [`OIDC_CLIENT_${index}_REDIRECT_URIS`]: `http://localhost:${port}/auth/callback`,
      [`OIDC_CLIENT_${index}_POST_LOGOUT_REDIRECT_URIS`]: `http://localhost:${port}/`,
      [`OIDC_CLIENT_${index}_SCOPES`]: 'openid,profile,email,organization,organizations,team,offline_access',
      [`OIDC_CLIENT_${index}_INITIATE_LOGIN_URI`]: `http://localhost:${port}/auth/login`,
      [`OIDC_CLIENT_${index}_GRANT_TYPES`]: 'authorization_code,refresh_token',
    }),
  ),
)
