import { Resolver } from 'node:dns/promises'
import { type AddressLookup, systemLookup } from './fetch.ts'

/**
 * The TXT records of a name, each as one text; empty if there are none or the name does not exist. Null if the DNS gives
 * no definite answer, such as a timeout or SERVFAIL.
 */
export type TxtRecords = (name: string) => Promise<string[] | null>

/** Definite answers that there is no such record (RFC 1035 section 4.1.1, RFC 2308 section 2). */
const clear = ['ENOTFOUND', 'ENODATA']

/** `server` is an address with an optional port, such as 127.0.0.1:5353. Null asks the system's own resolver. */
export function txtResolver(server: string | null): TxtRecords {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  if (server) resolver.setServers([server])
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      return clear.includes((error as NodeJS.ErrnoException).code ?? '') ? [] : null
    }
  }
}

/** Looks the addresses of names up at DNS_RESOLVER. Null asks as every other program on this machine does. */
export function addressLookup(server: string | null): AddressLookup {
  if (!server) return systemLookup
  const resolver = new Resolver({ timeout: 1000, tries: 2 })
  resolver.setServers([server])
  return (hostname, done) => {
    Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then(([four, six]) => {
      const addresses = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ]
      done(addresses.length === 0 && four.status === 'rejected' ? four.reason : null, addresses)
    })
  }
}
