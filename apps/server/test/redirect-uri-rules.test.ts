import { expect, test } from 'vitest'
import {
  dynamicRedirectUriFault,
  hostOfRedirectUri,
  isLoopbackRedirectUri,
} from '../src/oidc/dynamic-clients/redirect-uri-rules.ts'

// What dynamic clients may be called back at.

test.each([
  'https://claude.ai/api/mcp/auth_callback',
  'https://www.cursor.com/agents/mcp/oauth/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'com.example.app:/callback',
  'http://localhost/callback',
  'http://localhost:8787/callback',
  'http://127.0.0.1:33418/',
  'http://[::1]:1/cb?a=b',
])('%s is accepted', (uri) => expect(dynamicRedirectUriFault(uri)).toBeNull())

test.each([
  'javascript:alert(1)//',
  'JavaScript:alert(1)//',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'javascript://https.example/%0aalert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'vbscript:x',
  'blob:https://x/y',
  'about:blank',
  'ws://x.example/cb',
  'ftp://x.example/cb',
  'mailto:a@example.com',
  'intent://x#Intent;end',
  'unknown:/cb',
])('DR-01 %j is refused: its scheme is not one of those that are allowed', (uri) =>
  expect(dynamicRedirectUriFault(uri)).not.toBeNull(),
)

test.each([
  'http://evil.example/cb',
  'http://localhost.evil.example/cb',
  'http://127.0.0.1.evil.example/cb',
  'http://127.0.0.1@evil.example/cb',
  'http://localhost\\.evil.example/cb',
  'http://localhost:80@evil.example/cb',
  'http://0.0.0.0/cb',
  'http://127.0.0.2/cb',
  'http:localhost/cb',
  'http:///localhost/cb',
])('DR-03 %s is refused: plain http is for this machine only', (uri) => {
  expect(dynamicRedirectUriFault(uri)).not.toBeNull()
  expect(isLoopbackRedirectUri(uri)).toBe(false)
})

test.each([
  'https://app.example/cb#here',
  'https://app.example/cb#',
  'https://user:password@app.example/cb',
  'https://user@app.example/cb',
  '/cb',
  '//app.example/cb',
  'app.example/cb',
  'https:app.example/cb',
  'https:/app.example/cb',
  'https://*.app.example/cb',
  'https://app.example/*',
  'https://app.example/cb?code=1',
  'https://app.example/c b',
  'https://app.example/\u202ecb',
  `https://app.example/${'a'.repeat(500)}`,
  '',
])('DR-04 %j is refused', (uri) => expect(dynamicRedirectUriFault(uri)).not.toBeNull())

test('a native redirect URI has no host', () => {
  expect(hostOfRedirectUri('https://Claude.ai:8443/cb')).toBe('claude.ai')
  expect(hostOfRedirectUri('http://localhost:1/cb')).toBeNull()
  expect(hostOfRedirectUri('cursor://anysphere.cursor-mcp/cb')).toBeNull()
})
