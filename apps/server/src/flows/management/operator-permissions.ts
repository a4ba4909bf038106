/** What an operator may be, the least first. `root` is an operator whom OPERATORS names. */
export const operatorRoles = ['viewer', 'support', 'administrator', 'root'] as const
export type OperatorRole = (typeof operatorRoles)[number]

/** The least role for everything that the console shows and does. */
const leastRoles = {
  'people:read': 'viewer',
  'people:write': 'support',
  'people:delete': 'administrator',
  'accounts:know': 'support',
  'applications:read': 'viewer',
  'applications:write': 'administrator',
  'organizations:read': 'viewer',
  'organizations:write': 'support',
  'organizations:delete': 'administrator',
  'mail:read': 'viewer',
  'mail:write': 'support',
  'webhooks:read': 'viewer',
  'webhooks:write': 'administrator',
  'audit:read': 'viewer',
  'audit:export': 'support',
  'themes:read': 'viewer',
  'themes:write': 'administrator',
  'operators:read': 'viewer',
  'operators:write': 'administrator',
  'keys:read': 'viewer',
  'keys:write': 'administrator',
  'health:read': 'viewer',
  'preview:use': 'support',
  'impersonations:read': 'viewer',
  'impersonations:write': 'support',
} as const satisfies Record<string, OperatorRole>

export type OperatorPermission = keyof typeof leastRoles

export const mayOperate = (role: OperatorRole, permission: OperatorPermission): boolean =>
  operatorRoles.indexOf(role) >= operatorRoles.indexOf(leastRoles[permission])
