@_exported import EngineHTTP
// These exports allow a program that imports only the engine to use all types in its interface.
@_exported import EngineJSON
@_exported import EngineMocks
