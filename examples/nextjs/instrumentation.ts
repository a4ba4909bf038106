// A production server without its variables fails when it starts.
export { register } from './lib/auth'
