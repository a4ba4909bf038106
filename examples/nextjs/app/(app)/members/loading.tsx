export { Skeleton as default } from '../../../components/skeleton'
