import { expect, test } from 'vitest'
import { isLocalDevelopment, isLocalRequest } from '../src/options/development.ts'

// What counts as a request of a developer to their own machine. The attacks: a name that was rebound to this machine, a device of the
// same network, a tunnel or proxy that keeps or replaces the Host header, and names that look like a loopback address.

const requestTo = (url: string, headers: Record<string, string> = {}) => ({
  url,
  method: 'GET',
  headers: new Headers(headers),
})

test.each<[string, Record<string, string>?]>([
  ['http://localhost:3000/'],
  ['http://127.0.0.1:5173/'],
  ['http://[::1]:8080/'],
  ['https://localhost:3000/'],
  ['http://0.0.0.0:3000/', { host: 'localhost:3000' }],
  // What the development server of Next.js adds about itself.
  [
    'http://localhost:3000/',
    {
      host: 'localhost:3000',
      'x-forwarded-host': 'localhost:3000',
      'x-forwarded-proto': 'http',
      'x-forwarded-for': '::ffff:127.0.0.1',
      'x-forwarded-port': '3000',
    },
  ],
])('%s %j is local', (url, headers) => {
  expect(isLocalRequest(requestTo(url, headers))).toBe(true)
})

test.each<[string, string, Record<string, string>?]>([
  ['a name that was rebound', 'http://localhost:3000/', { host: 'evil.test:3000' }],
  ['a name in the request line', 'http://evil.test/', { host: 'localhost:3000' }],
  ['an address of the network', 'http://192.168.1.5:3000/'],
  ['an address of the network, to a server on every interface', 'http://0.0.0.0:3000/', { host: '192.168.1.5:3000' }],
  ['the address of every interface', 'http://0.0.0.0:3000/'],
  ['a name that begins like a loopback one', 'http://localhost.evil.test:3000/'],
  ['a name that ends like a loopback one', 'http://evil.localhost/'],
  ['a person in front of the host', 'http://localhost:3000/', { host: 'localhost:3000@evil.test' }],
  ['a path behind the host', 'http://localhost:3000/', { host: 'localhost/evil.test' }],
  ['an empty Host header', 'http://localhost:3000/', { host: '' }],
  ['two hosts', 'http://localhost:3000/', { host: 'localhost:3000, evil.test' }],
  ['a tunnel that replaces the Host header', 'http://localhost:3000/', { 'x-forwarded-host': 'abc.tunnel.test' }],
  ['a tunnel that ends https', 'http://localhost:3000/', { 'x-forwarded-proto': 'https' }],
  ['a device behind a proxy', 'http://localhost:3000/', { 'x-forwarded-for': '127.0.0.1, 192.168.1.5' }],
  ['a container’s network', 'http://localhost:3000/', { 'x-forwarded-for': '172.17.0.1' }],
  ['a standard proxy', 'http://localhost:3000/', { forwarded: 'for=127.0.0.1;host=localhost:3000' }],
  ['a cache', 'http://localhost:3000/', { via: '1.1 localhost' }],
  ['a network of proxies', 'http://localhost:3000/', { 'cf-connecting-ip': '127.0.0.1' }],
])('SC-51 %s is not local: %s %j', (_name, url, headers) => {
  expect(isLocalRequest(requestTo(url, headers))).toBe(false)
})

test('a local request is one in development only if a development server runs the application', () => {
  const request = requestTo('http://localhost:3000/')
  expect(isLocalDevelopment({ development: true, production: false }, request)).toBe(true)
  for (const options of [{}, { production: false }, { development: true }, { development: true, production: true }])
    expect(isLocalDevelopment(options, request)).toBe(false)
  expect(isLocalDevelopment({ development: true, production: false }, requestTo('http://evil.test/'))).toBe(false)
})
