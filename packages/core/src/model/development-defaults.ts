/** Used in development if no variable is set: a development server of Vestibule, and its public example client, which has no secret. */
export const developmentDefaults = { issuer: 'http://localhost:4000', clientId: 'example' } as const
