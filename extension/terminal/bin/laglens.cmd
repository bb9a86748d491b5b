@echo off
rem The command line in VS Code's terminals: run by VS Code's own executable, else by Node in the path.
setlocal
if defined LAGLENS_NODE if exist "%LAGLENS_NODE%" goto run
rem The shell searches a bare name in the current folder first, where a project may have a node.exe of its own.
set "LAGLENS_NODE="
for %%N in (node.exe) do set "LAGLENS_NODE=%%~$PATH:N"
if defined LAGLENS_NODE goto run
>&2 echo laglens: VS Code's executable is gone, and no Node is in the path. Open the terminal again.
exit /b 1
:run
set ELECTRON_RUN_AS_NODE=1
"%LAGLENS_NODE%" "%~dp0..\cli.cjs" %*
