/** "Firefox on Windows": how a person recognizes a device. The browser claims it, so it is a label, not a proof. */
export async function deviceLabel(userAgent: string): Promise<string> {
  const { default: Bowser } = await import('bowser')
  const { browser, os } = userAgent ? Bowser.parse(userAgent) : { browser: {}, os: {} as { name?: string } }
  return [(browser as { name?: string }).name, os.name].filter(Boolean).join(' · ') || '—'
}

/** Where a session was begun, no finer than a network: an IPv4 /24 or an IPv6 /64. */
export const coarseNetwork = (network: string): string =>
  /^\d+\.\d+\.\d+\.\d+$/.test(network) ? network.replace(/\.\d+$/, '.0/24') : network
