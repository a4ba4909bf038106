import { fail, serve } from './server-process.ts'

serve().catch(fail)
