/** How an instance under test is known at the provider of the tests. */
export const CLIENT = { id: 'holdfast', secret: 'the client secret of the tests, 46 characters.' }
