// A production server with missing variables fails to start.
export { register } from './lib/auth'
