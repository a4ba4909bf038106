import { handlers } from '../../../lib/auth.ts'

export const { GET, POST } = handlers
