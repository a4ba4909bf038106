/** For tests outside of this package that need a mail server of their own. */
export { SMTPServer } from 'smtp-server'
