/** Whether an address is on this machine, over plain http. */
export function isLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return (
    protocol === 'http:' &&
    (hostname === 'localhost' ||
      hostname.endsWith('.localhost') ||
      hostname === '[::1]' ||
      /^127(\.\d{1,3}){3}$/.test(hostname))
  )
}
