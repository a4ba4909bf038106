// What a company's directory says of people and groups (RFC 7643): the closed list of what is kept. Everything else that a
// client sends is dropped.

/** The `name` of a user (RFC 7643 section 4.1.1). */
export interface UserName {
  formatted?: string
  familyName?: string
  givenName?: string
  middleName?: string
}

/** An entry of `emails` or `phoneNumbers`. */
export interface ContactValue {
  value: string
  display?: string
  type?: string
  primary?: boolean
}

/** The enterprise extension (RFC 7643 section 4.3). */
export interface EnterpriseAttributes {
  employeeNumber?: string
  costCenter?: string
  organization?: string
  division?: string
  department?: string
  manager?: { value?: string; displayName?: string }
}

/** What a directory wrote about a user. What is absent was never written, or was cleared. */
export interface UserAttributes {
  userName: string
  externalId?: string
  active: boolean
  name?: UserName
  displayName?: string
  nickName?: string
  userType?: string
  title?: string
  preferredLanguage?: string
  locale?: string
  timezone?: string
  emails?: ContactValue[]
  phoneNumbers?: ContactValue[]
  enterprise?: EnterpriseAttributes
}

/** What a directory wrote about a group, beside its members. */
export interface GroupAttributes {
  displayName: string
  externalId?: string
}

/** A member of a group: a user or a group of the same directory, by its id here. */
export interface GroupMember {
  value: string
  type: 'User' | 'Group'
}

/**
 * What a request does to the members of a group, in one form for every dialect: first all of them are taken away if it
 * says so, then `remove` is, then `add` is put in. No id is in both. So nobody has to read the members that are there.
 */
export interface MemberChange {
  replace: boolean
  remove: ReadonlySet<string>
  add: ReadonlySet<string>
}

/** What the server knows of a resource beside its attributes (RFC 7643 section 3.1). */
export interface ResourceMeta {
  id: string
  createdAt: Date
  changedAt: Date
  version: number
}

export interface DirectoryUser extends ResourceMeta {
  attributes: UserAttributes
  /** Groups that the user is a direct member of. Null if nobody asked for them. */
  groups: { id: string; displayName: string }[] | null
}

export interface DirectoryGroup extends ResourceMeta {
  attributes: GroupAttributes
  /** Null if nobody asked for them. */
  members: GroupMember[] | null
}
