import type { EnvironmentReader } from './environment.ts'
import type { Config, SmsLimits } from './settings.ts'

const exampleUrl = 'https://sms.example.com/send'

/** The gateway that sends codes to phone numbers, and the numbers that get them. */
export function readSms(reader: EnvironmentReader, production: boolean): Config['sms'] {
  const prefixes = readPrefixes(reader)
  if (reader.text('SMS_URL') === 'terminal') {
    if (production)
      reader.fault('SMS_URL', 'is terminal, which prints codes to the log and is refused in production', exampleUrl)
    return { gateway: { kind: 'terminal' }, prefixes }
  }
  const url = reader.url('SMS_URL', exampleUrl, { httpsOnly: production })
  if (url === null) {
    const other = reader.secret('SMS_SECRET') !== null ? 'SMS_SECRET' : prefixes.length > 0 ? 'SMS_PREFIXES' : null
    if (other !== null && !reader.hasFault('SMS_URL'))
      reader.fault('SMS_URL', `is missing, but ${other} is set`, exampleUrl)
    return null
  }
  const secret = reader.signingKey('SMS_SECRET')
  return secret === null ? null : { gateway: { kind: 'http', url, secret }, prefixes }
}

/** Calling codes, with further digits where a part of a country is meant. */
function readPrefixes(reader: EnvironmentReader): string[] {
  const prefixes = reader.list('SMS_PREFIXES') ?? []
  for (const prefix of prefixes)
    if (!/^\+[1-9]\d{0,9}$/.test(prefix))
      reader.fault('SMS_PREFIXES', `contains "${prefix}", which is not the beginning of a number`, '+49,+43,+41')
  return prefixes
}

/** Each message costs money, and premium numbers pay those who have messages sent to them (toll fraud). */
export const readSmsLimits = (reader: EnvironmentReader, production: boolean): SmsLimits => ({
  perPerson: reader.limits('LIMIT_SMS_PER_PERSON', '5/1h,10/1d', production),
  perNetwork: reader.limits('LIMIT_SMS_PER_NETWORK', '10/1h,30/1d', production),
  perNumber: reader.limits('LIMIT_SMS_PER_NUMBER', '1/30s,3/1h,5/1d', production),
  perCountry: reader.limits('LIMIT_SMS_PER_COUNTRY', '50/1h,200/1d', production),
  all: reader.limits('LIMIT_SMS', '200/1h,1000/1d', production),
})
