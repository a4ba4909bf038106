import { BlockList, isIP } from 'node:net'

/** How many ranges one key may have. */
const maxRanges = 10

/** Reads CIDR ranges, or single addresses, separated by commas or white space. Null if one of them is none. */
export function readNetworks(text: string): string[] | null {
  const ranges = [...new Set(text.split(/[\s,]+/).filter(Boolean))]
  return ranges.length <= maxRanges && ranges.every(isRange) ? ranges : null
}

/** A prefix of 0 bits would be no restriction, and look like one. */
function isRange(text: string): boolean {
  const [address = '', prefix, ...others] = text.split('/')
  const family = isIP(address)
  if (family === 0 || others.length > 0) return false
  if (prefix === undefined) return true
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)
}

/** Whether an address is in one of the ranges. An IPv4 address counts the same when it is written as an IPv6 one. */
export function isInNetworks(ranges: readonly string[], address: string): boolean {
  const bare = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  const family = isIP(bare)
  if (family === 0) return false
  const list = new BlockList()
  for (const range of ranges) {
    const [start = '', prefix] = range.split('/')
    const type = isIP(start) === 4 ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(start, type)
    else list.addSubnet(start, Number(prefix), type)
  }
  return list.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}
