/** Videos of the YouTube fake that can be summarized. A test takes as many as it needs. */
export const talks: readonly string[] = [
  'Sli7FA6EbqI',
  'xxM5UYAr6qo',
  'MN2k3lWhUt8',
  'upIiEuPICXs',
  'kdDFSBxHX2o',
  'RcleC_TfbmQ',
  '-1EJWsDYS5c',
  'vIafLRfE1cI',
  'WL5NPuWAKJo',
  'Iq-hvTQSzgs',
  'na5UGJD1tfg',
  'gRHHjJqI4qA',
  '1OlIrcaDTV8',
  'wQ_xQs6thVs',
]
