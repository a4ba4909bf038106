/** "Firefox on Windows": how a person recognizes a device. The browser claims it, so it is a label, not a proof. */
export async function deviceLabel(userAgent: string): Promise<string> {
  const { default: Bowser } = await import('bowser')
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} as { name?: string } }
  return [(browser as { name?: string }).name, os.name].filter(Boolean).join(' · ') || '—'
}

/**
 * The same for a mail, which anyone can cause to be sent: only names that Bowser knows, because otherwise it repeats what
 * the request claims to be. Null for every other program.
 */
export async function knownDevice(userAgent: string | undefined): Promise<string | null> {
  if (!userAgent) return null
  const { default: Bowser } = await import('bowser')
  const { browser, os } = Bowser.parse(userAgent)
  const names = [
    Object.values(Bowser.BROWSER_MAP).find((name) => name === browser.name),
    Object.values(Bowser.OS_MAP).find((name) => name === os.name),
  ]
  return names[0] ? names.filter(Boolean).join(' · ') : null
}

/** Characters of a name that nobody vouches for. */
const maxLabel = 60

/** "Firefox · Linux", or what another program calls itself: letters, digits and what stands between them, cut. */
export async function deviceNamed(userAgent: string): Promise<string> {
  const known = await knownDevice(userAgent)
  return (
    known ??
    (userAgent
      .replaceAll(/[^\w ./()+-]/g, '')
      .trim()
      .slice(0, maxLabel) ||
      '–')
  )
}

/** Where a session was begun, no finer than a network: an IPv4 /24 or an IPv6 /48. */
export function coarseNetwork(network: string): string {
  if (/^\d+\.\d+\.\d+\.\d+$/.test(network)) return network.replace(/\.\d+$/, '.0/24')
  const groups = /^([0-9a-f]{1,4}):([0-9a-f]{1,4}):([0-9a-f]{1,4}):[0-9a-f]{1,4}::\/64$/.exec(network)
  return groups ? `${groups.slice(1).join(':')}::/48` : network
}
