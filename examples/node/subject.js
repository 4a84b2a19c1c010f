'use strict';
const { serve } = require('./protocol.js');
const { classifyArg, classifyCall } = require('./ids.js');

serve(
  { name: 'conform-example-node', version: '0.1.0', language: 'javascript' },
  { 'ids.classify_arg': classifyArg, 'ids.classify_call': classifyCall },
);
