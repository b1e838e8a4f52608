/** `require` is the one way to load a module late without waiting for it. The build makes a file of its own of it. */
exports.loadValidators = () => require('../../../generated/validators.js');
