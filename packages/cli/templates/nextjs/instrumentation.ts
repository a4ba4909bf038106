export { register } from './lib/auth'
