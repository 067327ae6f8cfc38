import { interpretSchemas } from '@stowage/contract/schema-mode';

// Schemas are made when their modules load, so this has to be a module that loads before them.
interpretSchemas();
