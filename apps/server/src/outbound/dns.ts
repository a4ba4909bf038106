import { Resolver } from 'node:dns/promises'

/** The TXT records of a name, each as one text. Nothing when there are none or the name does not exist. */
export type TxtRecords = (name: string) => Promise<string[]>

/** `server` is an address with an optional port, such as 127.0.0.1:5353. Null asks the system's own resolver. */
export function txtResolver(server: string | null): TxtRecords {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (server) resolver.setServers([server])
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch {
      return []
    }
  }
}
