export * from '@vestibule/core/testing'
