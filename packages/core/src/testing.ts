export { createTestBearer, createTestIssuer, type TestIssuer } from './testing/test-issuer.ts'
export { createTestSession, type TestSession } from './testing/test-session.ts'
