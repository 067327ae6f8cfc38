import { z } from './zod.ts';

/**
 * An error on the wire: `code` is the HTTP status as in the API description, `errorCode` the entry
 * of the error table, `field` the invalid input, if there is one.
 */
export const ErrorBody = z.object({
  code: z.int(),
  message: z.string(),
  detailedMessage: z.string(),
  errorCode: z.string().optional(),
  field: z.string().optional(),
});
export type ErrorBody = z.infer<typeof ErrorBody>;
