@_exported import EngineHTTP
// Whoever imports the engine can name all values in its interface, and call their members.
@_exported import EngineJSON
@_exported import EngineMocks
