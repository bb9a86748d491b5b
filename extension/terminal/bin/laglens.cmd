@echo off
rem The command line in VS Code's terminals: run by VS Code's own executable, else by Node in the path.
setlocal
if not exist "%LAGLENS_NODE%" set "LAGLENS_NODE=node"
set ELECTRON_RUN_AS_NODE=1
"%LAGLENS_NODE%" "%~dp0..\cli.cjs" %*
