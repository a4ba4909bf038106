import { type LookupAddress, lookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'

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

/** The addresses of a name. */
export type AddressLookup = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/**
 * As every other program on this machine looks names up: with its hosts file and search domains. Two at most run at the
 * same time (libuv's pool of threads), and all others wait, so it is only for hosts that an operator named.
 */
export const systemLookup: AddressLookup = (hostname, done) => lookup(hostname, { all: true }, done)

/** By the DNS alone, and in no thread: a name server that does not answer holds up nothing else. `server` as above. */
export const addressLookup =
  (server: string | null): AddressLookup =>
  (hostname, done) => {
    // A new one reads the system's servers, which may have changed.
    const resolver = new Resolver({ timeout: 1000, tries: 2 })
    if (server) resolver.setServers([server])
    Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]).then(([four, six]) => {
      const addresses = [
        ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
        ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
      ]
      done(addresses.length === 0 && four.status === 'rejected' ? four.reason : null, addresses)
    })
  }
