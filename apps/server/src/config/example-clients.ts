import type { Client } from '../oidc/clients.ts'
import { type PermissionsDocument, parsePermissionsDocument } from '../oidc/permissions-document.ts'
import { readClient } from './client.ts'
import { type Environment, EnvironmentReader } from './environment.ts'

/** The secret of an example client. It is in the documentation, and good for loopback only. */
export const exampleSecret = (clientId: string): string => `${clientId}-secret-for-loopback-only`

const frameworks = ['nextjs', 'nuxt', 'remix'] as const

/** The ports of the example apps, in this order. */
export const examplePorts = [3001, 3002, 3003] as const

/** The clients of the three example apps. They exist only on loopback, when nothing else is registered. */
export const exampleEnvironment = (ports: readonly number[]): Environment =>
  Object.fromEntries(
    frameworks.flatMap((framework, index) => {
      const url = `http://localhost:${ports[index]}`
      return Object.entries({
        [`OIDC_CLIENT_ID_${index}`]: `example-${framework}`,
        [`OIDC_CLIENT_${index}_SECRET`]: exampleSecret(`example-${framework}`),
        [`OIDC_CLIENT_${index}_NAME`]: `${{ nextjs: 'Next.js', nuxt: 'Nuxt', remix: 'Remix' }[framework]} example`,
        [`OIDC_CLIENT_${index}_REDIRECT_URIS`]: `${url}/auth/callback`,
        [`OIDC_CLIENT_${index}_POST_LOGOUT_REDIRECT_URIS`]: `${url}/`,
        // The last two are for the page of members. Only a program on this machine gets them (routes/tokens/token.ts).
        [`OIDC_CLIENT_${index}_SCOPES`]:
          'openid,profile,email,organization,organizations,team,permissions,offline_access,members:read,members:write,invitations:write',
        [`OIDC_CLIENT_${index}_INITIATE_LOGIN_URI`]: `${url}/auth/login`,
        [`OIDC_CLIENT_${index}_GRANT_TYPES`]: 'authorization_code,refresh_token,client_credentials',
      })
    }),
  )

/** The id of the client of applications that have no variables in development (`developmentDefaults` of @vestibule/core). */
export const publicExampleClientId = 'example'

const noFile = (path: string): string => {
  throw new Error(`${path} is not read`)
}

const everyLoopback = (path: string): string =>
  ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}${path}`).join(',')

/**
 * A public client, on whichever port its application is. It has no secret, so it may do nothing by itself, and its codes only go to
 * this machine.
 */
const publicExampleClient = (): Client => {
  const env = {
    OIDC_CLIENT_ID_0: publicExampleClientId,
    OIDC_CLIENT_0_NAME: 'Your application',
    OIDC_CLIENT_0_REDIRECT_URIS: everyLoopback('/auth/callback'),
    OIDC_CLIENT_0_POST_LOGOUT_REDIRECT_URIS: everyLoopback('/'),
    OIDC_CLIENT_0_SCOPES: 'openid,profile,email,organization,organizations,team,permissions,offline_access',
    OIDC_CLIENT_0_GRANT_TYPES: 'authorization_code,refresh_token',
  }
  const client = readClient(new EnvironmentReader(env, noFile), '0', { production: false, development: true })
  return { ...client, variable: null }
}

/** `permissions.json` of the example apps: what one of their pages requires. */
const examplePermissions = (): PermissionsDocument =>
  parsePermissionsDocument(JSON.stringify({ permissions: { 'notes.clear': { names: { en: 'Delete all notes' } } } }))

/** The settings about the clients that a server brings. */
export const exampleSettings = (exampleClients: boolean) => ({
  exampleClients,
  examplePermissions: exampleClients ? examplePermissions() : null,
  publicExampleClient: exampleClients ? publicExampleClient() : null,
})

/** Whether everybody knows the secret of this client. Only asked where the example clients exist: no other client has their ids. */
export const isExampleClient = (clientId: string): boolean =>
  frameworks.some((framework) => clientId === `example-${framework}`)
